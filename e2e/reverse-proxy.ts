import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { root } from '../scripts/build/build-parts.mjs';

// Runs the example configurations of docs/service with the real proxies. Only ports, paths of certificates and folders are replaced.

/** Host name of the examples. */
export const HOST = 'studio.example';

export const PROXIES = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

export interface ReverseProxy {
  /** Certificate of the host, in PEM. */
  certificate: string;
  /** Folder in which nginx would store a request or a response that it buffers. */
  bufferFolder: string;
  close(): Promise<void>;
}

/** System programs may be outside of the path of users. */
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${path.delimiter}/usr/sbin${path.delimiter}/sbin` };

/** Returns why a proxy cannot be tested on this machine; `null` if it can. */
export function missingFor(proxy: ProxyName): string | null {
  const needed = [
    { program: proxy, args: [proxy === 'nginx' ? '-v' : 'version'] },
    { program: 'openssl', args: ['version'] },
  ];
  const missing = needed.find(({ program, args }) => spawnSync(program, args, { env: ENV }).status !== 0);
  return missing ? `There is no ${missing.program} on this machine` : null;
}

/** Returns ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Starts a proxy in front of a gateway. Resolves once it accepts connections. */
export async function startProxy(
  proxy: ProxyName,
  { https, http, gateway }: { https: number; http: number; gateway: string },
): Promise<ReverseProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), `flowdeck-${proxy}-`));
  const bufferFolder = path.join(folder, 'buffered');
  mkdirSync(bufferFolder);
  const files = makeCertificate(folder);
  const ports = { https, http, gateway: new URL(gateway).host };
  const child = proxy === 'nginx' ? startNginx(folder, files, ports) : startCaddy(folder, files, ports);
  let printed = '';
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'exit');
  await expect.poll(async () => child.exitCode !== null || (await isOpen(https))).toBe(true);
  if (child.exitCode !== null) throw new Error(`${proxy} ended: ${printed}`);
  return {
    certificate: readFileSync(files.certificate, 'utf8'),
    bufferFolder,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

interface Certificate {
  certificate: string;
  key: string;
}

interface Ports {
  https: number;
  http: number;
  /** Host and port. */
  gateway: string;
}

function makeCertificate(folder: string): Certificate {
  const certificate = path.join(folder, 'certificate.pem');
  const key = path.join(folder, 'key.pem');
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${HOST}`];
  const files = ['-addext', `subjectAltName=DNS:${HOST}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...options, ...files], { env: ENV, stdio: 'ignore' });
  return { certificate, key };
}

function startNginx(folder: string, { certificate, key }: Certificate, { https, http, gateway }: Ports): ChildProcess {
  const example = replaced('nginx.conf', [
    ['server 127.0.0.1:8189;', `server ${gateway};`],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`, key],
    ['/var/log/nginx/flowdeck.log', path.join(folder, 'access.log')],
  ]);
  writeFileSync(path.join(folder, 'flowdeck.conf'), example);
  const buffers = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, kind === 'client_body' || kind === 'proxy' ? 'buffered' : kind)};`,
  );
  // What /etc/nginx/nginx.conf holds around the files of /etc/nginx/conf.d.
  const main = [
    `pid ${path.join(folder, 'nginx.pid')};`,
    'error_log stderr;',
    'events {}',
    `http { ${buffers.join(' ')} include ${path.join(folder, 'flowdeck.conf')}; }`,
  ];
  writeFileSync(path.join(folder, 'nginx.conf'), `${main.join('\n')}\n`);
  const args = ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx.conf')];
  // One process: workers of root run as another user, who cannot read the folder.
  args.push('-g', 'daemon off; master_process off;');
  return spawn('nginx', args, { env: ENV, stdio: ['ignore', 'ignore', 'pipe'] });
}

function startCaddy(folder: string, { certificate, key }: Certificate, { https, http, gateway }: Ports): ChildProcess {
  const example = replaced('Caddyfile', [
    ['\tgrace_period 10s', `\tgrace_period 10s\n\tadmin off\n\thttp_port ${http}`],
    [`\n${HOST} {`, `\n${HOST}:${https} {\n\tbind 127.0.0.1`],
    ['\t# tls ', '\ttls '],
    [`/etc/ssl/${HOST}/fullchain.pem`, certificate],
    [`/etc/ssl/${HOST}/privkey.pem`, key],
    ['reverse_proxy 127.0.0.1:8189 ', `reverse_proxy ${gateway} `],
  ]);
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, example);
  const env = { ...ENV, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Reads an example and replaces parts of it. @throws if it lacks one: the test would then run another configuration. */
function replaced(name: string, replacements: readonly (readonly [part: string, by: string])[]): string {
  let text = readFileSync(path.join(root, 'docs/service', name), 'utf8');
  for (const [part, by] of replacements) {
    if (!text.includes(part)) throw new Error(`docs/service/${name} does not contain ${JSON.stringify(part)}`);
    text = text.replace(part, () => by);
  }
  return text;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const result = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return result;
}
