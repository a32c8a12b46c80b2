import { describe, expect, it } from 'vitest';
import { readComfyuiAddress } from './comfyui-address';

describe('the address of a ComfyUI', () => {
  it.each([
    ['127.0.0.1:8188', 'http://127.0.0.1:8188', ''],
    [' http://box:8188/ ', 'http://box:8188', ''],
    ['box', 'http://box:8188', ''],
    ['box/', 'http://box:8188', ''],
    ['box:80', 'http://box', ''],
    ['8188', 'http://127.0.0.1:8188', ''],
    [':8000', 'http://127.0.0.1:8000', ''],
    ['http://box', 'http://box', ''],
    ['https://comfy.example.com', 'https://comfy.example.com', ''],
    ['http://localhost:8188/?workflow=1#tab', 'http://127.0.0.1:8188', ''],
    ['localhost:8000', 'http://127.0.0.1:8000', ''],
    ['http://0.0.0.0:8188', 'http://127.0.0.1:8188', ''],
    ['ws://box:8188/ws', 'http://box:8188', '/ws'],
    ['http://box/comfy/', 'http://box', '/comfy'],
    ['[::1]', 'http://[::1]:8188', ''],
    ['[fd00::5]:8188', 'http://[fd00::5]:8188', ''],
    ['BOX.local:8188', 'http://box.local:8188', ''],
  ])('%j is %s', (typed, origin, path) => {
    expect(readComfyuiAddress(typed)).toEqual({ origin, path });
  });

  it.each([
    '',
    '   ',
    'my box',
    'ftp://box',
    'file:///etc/passwd',
    'javascript://x',
    'http://u:p@box',
    'http://',
    '999999',
  ])('%j is none', (typed) => {
    expect(readComfyuiAddress(typed)).toBeNull();
  });
});
