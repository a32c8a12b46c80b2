import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFlags } from '@server/platform/read-flags';

// The service files of docs/service: important lines everywhere, and the checkers of each system where they are installed.

const FOLDER = path.join(import.meta.dirname, '../../docs/service');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

describe('flowdeck.service', () => {
  /** Settings by section and name; one that is given several times has several values. */
  const settings = new Map<string, string[]>();
  let section = '';
  for (const line of read('flowdeck.service').split('\n')) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const key = `${section}.${name}`;
    settings.set(key, [...(settings.get(key) ?? []), value]);
  }

  test.each([
    ['Service.Type', ['notify']],
    ['Service.NotifyAccess', ['all']],
    ['Service.DynamicUser', ['yes']],
    ['Service.StateDirectory', ['flowdeck']],
    ['Service.StateDirectoryMode', ['0700']],
    ['Service.ProtectSystem', ['strict']],
    ['Service.ProtectHome', ['yes']],
    ['Service.PrivateDevices', ['yes']],
    ['Service.NoNewPrivileges', ['yes']],
    ['Service.CapabilityBoundingSet', ['']],
    // Without it, V8 could not start; without `setpriority`, the processes that decode images could not.
    ['Service.SystemCallFilter', ['@system-service', '~@privileged']],
    ['Service.SystemCallErrorNumber', ['EPERM']],
    ['Service.RestrictAddressFamilies', ['AF_INET AF_INET6 AF_UNIX']],
    ['Service.Restart', ['on-failure']],
    ['Install.WantedBy', ['multi-user.target']],
  ])('%s is %j', (name, values) => {
    expect(settings.get(name)).toEqual(values);
  });

  test('does not forbid what V8 needs, and limits memory, restarts and silence', () => {
    expect(settings.has('Service.MemoryDenyWriteExecute')).toBe(false);
    for (const name of ['Service.MemoryMax', 'Service.WatchdogSec', 'Service.RestartSec', 'Unit.StartLimitBurst']) {
      expect(settings.get(name)?.[0]).toMatch(/^\d/);
    }
  });

  test('starts the gateway with valid flags, and its data in the folder that systemd creates', () => {
    const [command = '', ...flags] = settings.get('Service.ExecStart')?.[0]?.split(' ') ?? [];
    expect(path.basename(command)).toBe('flowdeck');
    expect(settings.get('Service.Environment')).toEqual(['FLOWDECK_DATA_DIR=%S/flowdeck']);
    expect(readFlags(flags, { FLOWDECK_DATA_DIR: '/var/lib/flowdeck' })).toMatchObject({
      kind: 'run',
      command: 'start',
      options: { dataDir: path.resolve('/var/lib/flowdeck') },
    });
  });

  test('passes systemd-analyze verify without a warning, and exposes at most 2.0', (context) => {
    const { stdout: version } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });
    // Older ones cannot judge a file.
    if (Number(/^systemd (\d+)/.exec(version ?? '')?.[1] ?? 0) < 250)
      context.skip('There is no systemd-analyze 250 or newer');
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-unit-'));
    const unit = path.join(folder, 'flowdeck.service');
    // The program must exist.
    writeFileSync(unit, read('flowdeck.service').replace('/usr/local/bin/flowdeck', process.execPath));
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    // It may name problems of other units, too.
    expect(`${verified.stdout}${verified.stderr}`.split('\n').filter((line) => line.includes('flowdeck'))).toEqual([]);
    expect(verified.status).toBe(0);
    // In tenths.
    const exposed = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', unit], {
      encoding: 'utf8',
    });
    expect(exposed.stdout).toMatch(/Overall exposure level for flowdeck\.service: [01]\.\d OK/);
    expect(exposed.status).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe('com.flowdeck.gateway.plist', () => {
  const text = read('com.flowdeck.gateway.plist');
  const after = (key: string) => text.split(`<key>${key}</key>`)[1]?.trimStart() ?? '';

  test('starts the gateway at login, restarts it after a failure only, and has the name of its file', () => {
    expect(after('Label')).toMatch(/^<string>com\.flowdeck\.gateway<\/string>/);
    expect(after('ProgramArguments')).toMatch(
      /^<array>\s+<string>\/usr\/bin\/env<\/string>\s+<string>flowdeck<\/string>\s+<\/array>/,
    );
    expect(after('RunAtLoad')).toMatch(/^<true\/>/);
    expect(after('KeepAlive')).toMatch(/^<dict>\s+<key>SuccessfulExit<\/key>\s+<false\/>/);
    expect(after('Umask')).toMatch(/^<integer>63<\/integer>/);
  });

  test('is a valid property list', (context) => {
    if (!isInstalled('plutil', '-help')) context.skip('There is no plutil on this machine');
    expect(spawnSync('plutil', ['-lint', path.join(FOLDER, 'com.flowdeck.gateway.plist')]).status).toBe(0);
  });
});

describe('Containerfile', () => {
  // Continued lines are one instruction.
  const instructions = read('Containerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const stages = instructions.reduce<string[][]>((found, line) => {
    if (line.startsWith('FROM ')) found.push([]);
    found.at(-1)?.push(line);
    return found;
  }, []);
  const image = stages.at(-1) ?? [];
  const valueOf = (name: string) => image.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';

  test('installs the package in a stage of its own, with a supported Node of a named version', () => {
    expect(stages).toHaveLength(2);
    expect(stages.map(([from = '']) => /^FROM node:(\d+)-[\w-]+(?: AS install)?$/.exec(from)?.[1])).toEqual([
      '22',
      '22',
    ]);
    expect(image.some((line) => line.includes('npm'))).toBe(false);
    expect(image).toContain('COPY --from=install /opt/flowdeck /opt/flowdeck');
  });

  test('runs as a user without privileges, stores its data in a volume, and ends on the signal that the gateway handles', () => {
    const instructionOrder = image.map((line) => line.split(' ')[0]);
    // A volume keeps the owner that its folder has at this point.
    expect(instructionOrder.indexOf('RUN')).toBeLessThan(instructionOrder.indexOf('VOLUME'));
    expect(image.find((line) => line.startsWith('RUN '))).toMatch(/--owner=node .*--mode=700 \/data$/);
    expect(valueOf('USER')).toBe('node');
    expect(valueOf('VOLUME')).toBe('["/data"]');
    expect(valueOf('ENV')).toContain('FLOWDECK_DATA_DIR=/data');
    expect(valueOf('STOPSIGNAL')).toBe('SIGTERM');
    expect(valueOf('HEALTHCHECK')).toContain('http://127.0.0.1:8189/api/v2/health');
    // As an array, without a shell that would receive the signal instead.
    expect(valueOf('ENTRYPOINT')).toBe('["flowdeck"]');
    // Nothing listens beyond loopback.
    expect(valueOf('EXPOSE')).toBe('');
  });

  test('passes hadolint', (context) => {
    if (!isInstalled('hadolint', '--version')) context.skip('There is no hadolint on this machine');
    const { stdout, status } = spawnSync('hadolint', [path.join(FOLDER, 'Containerfile')], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });
});

describe('compose.yaml', () => {
  const [, caddy = '', flowdeck = ''] = read('compose.yaml').split(/^ {2}(?:caddy|flowdeck):$/m);

  test('publishes ports of the proxy only, whose network namespace the gateway shares', () => {
    expect(caddy).toMatch(/^ {4}ports:$/m);
    expect(flowdeck).not.toContain('ports:');
    expect(flowdeck).toMatch(/^ {4}network_mode: service:caddy$/m);
  });

  test('starts the gateway with valid flags, a required token, and a read-only root', () => {
    const [, list = ''] = /^ {4}command: (\[.*\])$/m.exec(flowdeck) ?? [];
    const flags = [...list.matchAll(/'([^']*)'/g)].map(([, flag = '']) => flag);
    expect(readFlags(flags, { FLOWDECK_TOKEN: 'a-long-static-token' })).toMatchObject({
      kind: 'run',
      options: { publicUrl: 'https://studio.example/flowdeck', trustedProxies: ['127.0.0.1'] },
    });
    expect(flowdeck).toMatch(/FLOWDECK_TOKEN: \$\{FLOWDECK_TOKEN:\?/);
    expect(flowdeck).toMatch(/^ {4}read_only: true$/m);
    expect(flowdeck).toMatch(/^ {4}cap_drop:\n {6}- ALL$/m);
    expect(flowdeck).toMatch(/^ {6}- flowdeck:\/data$/m);
  });
});
