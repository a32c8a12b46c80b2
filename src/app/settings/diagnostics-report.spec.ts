import { expect, test } from 'vitest';
import { diagnosticsFileName, diagnosticsReport, type BrowserFacts } from './diagnostics-report';

const FACTS: BrowserFacts = {
  madeAt: new Date(Date.UTC(2030, 0, 2)),
  browser: 'Browser 1',
  languages: ['en'],
  window: { width: 1280, height: 800, pixelRatio: 2 },
  isInstalled: false,
  settings: { 'zip-pattern': '{seed} api_key=hunter22 Bearer abcdefghijkl' },
};

test('the report is JSON, without what looks like a credential in the settings of the browser', () => {
  const text = diagnosticsReport(FACTS, { kind: 'none' });
  expect(JSON.parse(text)).toEqual({
    made_at: '2030-01-02T00:00:00.000Z',
    console: {
      browser: 'Browser 1',
      languages: ['en'],
      window: { width: 1280, height: 800, pixelRatio: 2 },
      is_installed: false,
      settings: { 'zip-pattern': '{seed} api_key=[removed] Bearer [removed]' },
    },
    gateway: { problem: 'This page runs without a Flowdeck gateway' },
  });
});

test('a gateway that cannot be read is part of the report', () => {
  const text = diagnosticsReport(FACTS, { kind: 'failed', message: 'Unreachable, token=abcdef' });
  expect(JSON.parse(text)).toMatchObject({ gateway: { problem: 'Unreachable, token=[removed]' } });
});

test('its file is named by its day', () => {
  expect(diagnosticsFileName(FACTS.madeAt)).toBe('flowdeck-diagnostics-2030-01-02.json');
});
