import { KEY_VARIABLE, pythonText, templateText, TOKEN_VARIABLE } from '@/shared/code/literals';
import { codeBody, type RequestDetails } from './request-text';

/** The Job API sets no interval. The console polls a job every one to five seconds. */
const POLL_S = 2;
/** The job continues while a few reads in a row fail. */
const MAX_FAILURES = 5;
/** For a rejection without `Retry-After`. */
const RETRY_S = 5;

/** Generates TypeScript for Node, of which only the lines that save files are not for browsers. */
export function jobFetchCode(details: RequestDetails): string {
  const { url, needsToken } = details;
  return `import { writeFile } from 'node:fs/promises';

const api = ${JSON.stringify(url)};
// One key for one run: sent again with the same key, it never becomes a second job.
const idempotencyKey = process.env.${KEY_VARIABLE} ?? crypto.randomUUID();

const body = ${templateText(codeBody(details))};

interface Job {
  id: string;
  status: string;
  error: { message: string; node_id?: string | null } | null;
  outputs: { name: string; url: string }[];
  urls: { self: string };
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function send(link: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(link, api);
  const headers = new Headers(init.headers);
${
  needsToken
    ? `  // Files may be on another host, which must not get the token.
  if (url.origin === new URL(api).origin) headers.set('Authorization', \`Bearer \${process.env.${TOKEN_VARIABLE} ?? ''}\`);
`
    : ''
}  const response = await fetch(url, { ...init, headers });
  if (response.ok) return response;
  const error = \`\${response.status} \${await response.text()}\`;
  if (response.status !== 429) throw new Error(error);
  // Too many requests, or a full queue: nothing was created, and the key is free again.
  const seconds = Number(response.headers.get('Retry-After')) || ${RETRY_S};
  console.warn(\`Again in \${seconds} s: \${error}\`);
  await pause(seconds);
  return send(link, init);
}

async function readJob(response: Promise<Response>): Promise<Job> {
  return (await (await response).json()) as Job;
}

const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
let job = await readJob(send(api, { method: 'POST', headers, body }));
console.log(\`Job \${job.id}\`);

let failures = 0;
while (!['succeeded', 'failed', 'canceled', 'expired'].includes(job.status)) {
  await pause(${POLL_S});
  try {
    job = await readJob(send(job.urls.self));
    failures = 0;
  } catch (error) {
    // The job continues while a few reads fail.
    failures += 1;
    if (failures === ${MAX_FAILURES}) throw error;
  }
}
if (job.status !== 'succeeded') {
  const node = job.error?.node_id ? \` in node \${job.error.node_id}\` : '';
  throw new Error(\`Job \${job.id} \${job.status}\${node}: \${job.error?.message ?? 'no error message'}\`);
}

for (const [index, output] of job.outputs.entries()) {
  const response = await send(output.url);
  // The server chose the name: it must neither lead to another folder nor replace a file.
  const name = \`\${job.id.slice(0, 8)}-\${index + 1}-\${output.name.slice(-80)}\`.replace(/[^\\p{L}\\p{N}._-]+/gu, '_');
  await writeFile(name, response.body ?? '');
  console.log(name);
}`;
}

/** Generates Python that only uses the standard library. */
export function jobPythonCode(details: RequestDetails): string {
  const { url, needsToken } = details;
  return `import json
import os
import re
import shutil
import time
import urllib.error
import urllib.request
import uuid
from urllib.parse import urljoin, urlsplit

api = ${JSON.stringify(url)}
# One key for one run: sent again with the same key, it never becomes a second job.
idempotency_key = os.environ.get("${KEY_VARIABLE}") or str(uuid.uuid4())

body = ${pythonText(codeBody(details))}


def send(link, data=None, headers=None):
    url = urljoin(api, link)
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError(f"Not a link: {url}")
    request = urllib.request.Request(url, data, headers or {})
${
  needsToken
    ? `    # Files may be on another host, which must not get the token, nor does the target of a redirect.
    if urlsplit(url)[:2] == urlsplit(api)[:2]:
        request.add_unredirected_header("Authorization", "Bearer " + os.environ["${TOKEN_VARIABLE}"])
`
    : ''
}    try:
        return urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as response:
        error = f"{response.code} {response.read().decode(errors='replace')}"
        if response.code != 429:
            raise RuntimeError(error) from None
        # Too many requests, or a full queue: nothing was created, and the key is free again.
        wait = response.headers.get("Retry-After", "")
    seconds = int(wait) if wait.isdigit() else ${RETRY_S}
    print(f"Again in {seconds} s: {error}")
    time.sleep(seconds)
    return send(link, data, headers)


def read_job(response):
    with response:
        return json.load(response)


headers = {"Content-Type": "application/json", "Idempotency-Key": idempotency_key}
job = read_job(send(api, body.encode(), headers))
print("Job", job["id"])

failures = 0
while job["status"] not in ("succeeded", "failed", "canceled", "expired"):
    time.sleep(${POLL_S})
    try:
        job = read_job(send(job["urls"]["self"]))
        failures = 0
    except Exception:
        # The job continues while a few reads fail.
        failures += 1
        if failures == ${MAX_FAILURES}:
            raise
if job["status"] != "succeeded":
    error = job["error"] or {"message": "no error message"}
    node = f" in node {error['node_id']}" if error.get("node_id") else ""
    raise SystemExit(f"Job {job['id']} {job['status']}{node}: {error['message']}")

for index, output in enumerate(job["outputs"]):
    # The server chose the name: it must neither lead to another folder nor replace a file.
    name = re.sub(r"[^\\w.-]+", "_", f"{job['id'][:8]}-{index + 1}-{output['name'][-60:]}")
    with send(output["url"]) as response, open(name, "wb") as file:
        shutil.copyfileobj(response, file)
    print(name)`;
}
