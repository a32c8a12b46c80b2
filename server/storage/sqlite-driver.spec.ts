import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtinDriver, packagedDriver, SQLITE, sqliteCode, type SqliteDriver } from './sqlite-driver';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-driver-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const builtin = builtinDriver();
const drivers: [string, () => Promise<SqliteDriver>][] = [['@photostructure/sqlite', packagedDriver]];
if (builtin) drivers.push(['node:sqlite', () => Promise.resolve(builtin)]);

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

test('Node has a stable SQLite from version 24 on', () => {
  expect(builtin !== null).toBe(Number.parseInt(process.versions.node, 10) >= 24);
});

describe.each(drivers)('%s', (_, load) => {
  const open = async (name = 'test.db', options: { readOnly?: boolean } = {}) => {
    const { DatabaseSync } = await load();
    return new DatabaseSync(join(folder, name), options);
  };

  test('returns rows as plain values and counts changes', async () => {
    const db = await open();
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT');
    const insert = db.prepare('INSERT INTO t (b) VALUES (?)');
    expect(Number(insert.run(null).changes)).toBe(1);
    expect(db.prepare('INSERT INTO t (b) VALUES (?) RETURNING *').get('x')).toEqual({ a: 2, b: 'x' });
    expect(db.prepare('SELECT b FROM t ORDER BY a').all()).toEqual([{ b: null }, { b: 'x' }]);
    expect(db.prepare('SELECT b FROM t WHERE a = ?').get(9)).toBeUndefined();
    expect(db.prepare('SELECT a FROM t WHERE a > ?').get(2 ** 40)).toBeUndefined();
    db.close();
  });

  test('reports whether a transaction is open, also after a failed statement', async () => {
    const db = await open();
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT; BEGIN; INSERT INTO t VALUES (1)');
    expect(thrown(() => db.exec('INSERT INTO t VALUES (1)'))).toBeInstanceOf(Error);
    expect(db.isTransaction).toBe(true);
    db.exec('ROLLBACK');
    expect(db.isTransaction).toBe(false);
    db.close();
  });

  test('runs a statement again after it failed', async () => {
    const db = await open();
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (1)');
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    expect(thrown(() => insert.run(1))).toBeInstanceOf(Error);
    expect(Number(insert.run(2).changes)).toBe(1);
    db.close();
  });

  test('copies a database as it was committed, while another connection changes it', async () => {
    const db = await open();
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1)');
    db.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (2)');
    const { backup } = await load();
    const reader = await open('test.db', { readOnly: true });
    await backup(reader, join(folder, 'copy.db'), { rate: 2 ** 31 - 1 });
    db.exec('COMMIT');
    const copy = await open('copy.db');
    expect(copy.prepare('SELECT a FROM t').all()).toEqual([{ a: 1 }]);
    for (const each of [db, reader, copy]) each.close();
  });

  test('gives errors the result codes of SQLite', async () => {
    const db = await open();
    db.exec('CREATE TABLE t (a INTEGER) STRICT');
    const other = await open();
    db.exec('BEGIN EXCLUSIVE');
    expect(sqliteCode(thrown(() => other.exec('BEGIN IMMEDIATE')))).toBe(SQLITE.BUSY);
    db.exec('ROLLBACK');
    const reader = await open('test.db', { readOnly: true });
    expect(sqliteCode(thrown(() => reader.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (1)')))).toBe(SQLITE.READONLY);
    writeFileSync(join(folder, 'text.db'), 'not a database'.repeat(999));
    const text = await open('text.db');
    expect(sqliteCode(thrown(() => text.prepare('PRAGMA user_version').get()))).toBe(SQLITE.NOTADB);
    const { DatabaseSync } = await load();
    expect(sqliteCode(thrown(() => new DatabaseSync(join(folder, 'none', 'x.db'))))).toBe(SQLITE.CANTOPEN);
    for (const each of [db, other, reader, text]) each.close();
  });
});
