import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AnswerMarkdown } from './answer-markdown';

it('shows tables, tasks and struck text, and links and HTML as text', async () => {
  await render(
    <AnswerMarkdown
      text={
        '| Measure | Value |\n|---|---|\n| Words | 42 |\n\n- [x] read\n- [ ] write\n\n~~old~~ https://a.example <b>bold</b>'
      }
    />,
  );
  await expect.element(page.getByRole('columnheader', { name: 'Measure' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '42' })).toBeVisible();
  const items = page.getByRole('listitem').elements();
  expect(items.map((item) => item.textContent.trim())).toEqual(['☑ read', '☐ write']);
  await expect.element(page.getByText('old')).toBeVisible();
  await expect.element(page.getByText('<b>bold</b>')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});
