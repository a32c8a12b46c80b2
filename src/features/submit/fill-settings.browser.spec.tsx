import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft, whenDropsAreTaken } from '@/testing/open-draft';
import { useImportReport } from './import/import-report';
// The shell loads it after the first paint; tests act faster than that.
import './import/drop-anywhere';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  const input = {
    required: {
      ckpt_name: [['base.safetensors', 'sd15/DreamShaper_8.safetensors'], {}],
      vae_name: [['ae.safetensors', 'vae-ft-mse.safetensors'], {}],
      denoise: ['FLOAT', { min: 0, max: 1 }],
    },
  };
  const definitions = { Generate: { name: 'Generate', input, output: ['IMAGE'], output_node: true } };
  Object.assign(gateway.engine, { definitions: () => Promise.resolve(definitions) });
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  useImportReport.setState({ problems: [], findings: [], isListOpen: false });
  await unmountGateway();
});

function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

it('takes the files of the server and the denoise from pasted settings', async () => {
  const inputs = { ckpt_name: 'base.safetensors', vae_name: 'ae.safetensors', denoise: 1 };
  const { screen } = await whenDropsAreTaken(openDraft({ '1': { class_type: 'Generate', inputs } }));
  const model = screen.getByRole('combobox', { name: 'ckpt_name' });
  await expect.element(model).toHaveTextContent('base.safetensors');
  paste('Steps: 20, Seed: 43, Model: dreamshaper_8, VAE: vae-ft-mse.safetensors, Denoising strength: 0.6');
  await screen.getByRole('button', { name: 'Fill in the form' }).click();
  await expect.element(model).toHaveTextContent('DreamShaper_8.safetensors');
  await expect.element(screen.getByRole('combobox', { name: 'vae_name' })).toHaveTextContent('vae-ft-mse.safetensors');
  await expect.element(screen.getByRole('textbox', { name: 'denoise' })).toHaveValue('0.6');
});

it('says what it did not take, and why', async () => {
  const inputs = { ckpt_name: 'base.safetensors', vae_name: 'ae.safetensors', denoise: 1 };
  const { screen } = await whenDropsAreTaken(openDraft({ '1': { class_type: 'Generate', inputs } }));
  const model = screen.getByRole('combobox', { name: 'ckpt_name' });
  await expect.element(model).toHaveTextContent('base.safetensors');
  paste('a fox <lora:grain:0.6>\nSteps: 20, Seed: 43, Model: dreamshaper_7, Denoising strength: 0.6');
  await screen.getByRole('button', { name: 'Fill in the form' }).click();
  await expect.element(screen.getByText('Filled in denoise', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText(/Not on this server: model dreamshaper_7 \(similar: sd15\/DreamShaper_8.safetensors\)\./))
    .toBeVisible();
  await expect.element(screen.getByText(/Without a matching input: prompt, seed, steps, LoRA grain\./)).toBeVisible();
  await expect.element(model).toHaveTextContent('base.safetensors');
});

it('says why nothing was filled in', async () => {
  const inputs = { ckpt_name: 'base.safetensors', vae_name: 'ae.safetensors', denoise: 1 };
  const { screen } = await whenDropsAreTaken(openDraft({ '1': { class_type: 'Generate', inputs } }));
  await expect.element(screen.getByRole('combobox', { name: 'ckpt_name' })).toHaveTextContent('base.safetensors');
  paste('Steps: 20, Seed: 43, Model: other, Denoising strength: 2');
  await screen.getByRole('button', { name: 'Fill in the form' }).click();
  await expect.element(screen.getByText('No setting can be filled in')).toBeVisible();
  await expect
    .element(screen.getByText(/Not on this server: model other\. Not valid for the input: denoise 2\./))
    .toBeVisible();
});
