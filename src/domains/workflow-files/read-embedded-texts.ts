import { ByteReader, READ_LIMITS, ReadStop, UnpackBudget, type ReadLimits } from './byte-reader';
import { decodeText, latin1 } from './decode-text';
import { TextCollector, type EmbeddedTexts } from './embedded-texts';
import type { ContainerFormat } from './file-format';
import { readFlac } from './formats/read-flac';
import { readGif } from './formats/read-gif';
import { readGlb } from './formats/read-glb';
import { readHeif } from './formats/read-heif';
import { readId3 } from './formats/read-id3';
import { readJpeg } from './formats/read-jpeg';
import { readMatroska } from './formats/read-matroska';
import { readMp4 } from './formats/read-mp4';
import { readOgg } from './formats/read-ogg';
import { readPng } from './formats/read-png';
import { readRiff } from './formats/read-riff';
import { readSafetensors } from './formats/read-safetensors';
import { readSvg } from './formats/read-svg';

/**
 * Reads what the metadata of a file says about a workflow (decision 084). Only ranges of the file are read. Never throws because of
 * its content: `stoppedBy` says why reading ended early, and what was found before stays. Rejects if the browser cannot read the file.
 */
export async function readEmbeddedTexts(
  file: Blob,
  format: ContainerFormat,
  limits: ReadLimits = READ_LIMITS,
  budget = new UnpackBudget(limits.maxUnpackedBytes),
): Promise<EmbeddedTexts> {
  const bytes = new ByteReader(file, limits);
  const found = new TextCollector(limits, budget);
  try {
    await readFormat(bytes, format, found);
  } catch (error) {
    if (error instanceof ReadStop) found.texts.stoppedBy = error.reason;
    // A position outside of the bytes at hand.
    else if (error instanceof RangeError) found.texts.stoppedBy = 'broken';
    else throw error;
  }
  return found.texts;
}

async function readFormat(bytes: ByteReader, format: ContainerFormat, found: TextCollector): Promise<void> {
  switch (format) {
    case 'PNG':
      return readPng(bytes, found);
    case 'JPEG':
      return readJpeg(bytes, found);
    case 'WebP':
    case 'WAV':
      return readRiff(bytes, found);
    case 'GIF':
      return readGif(bytes, found);
    case 'AVIF':
    case 'HEIC':
      return readHeif(bytes, found);
    case 'MP4':
      return readMp4(bytes, found);
    case 'Matroska':
      return readMatroska(bytes, found);
    case 'FLAC':
      return readFlac(bytes, 0, found);
    case 'Ogg':
      return readOgg(bytes, found);
    case 'MP3':
      return readTagged(bytes, found);
    case 'GLB':
      return readGlb(bytes, found);
    case 'safetensors':
      return readSafetensors(bytes, found);
    case 'SVG':
      if (bytes.size > bytes.limits.maxTextBytes) throw new ReadStop('too_many_bytes');
      readSvg(decodeText(await bytes.read(0, bytes.size)), found);
  }
}

/** MP3, or FLAC behind an ID3 tag. */
async function readTagged(bytes: ByteReader, found: TextCollector): Promise<void> {
  const end = await readId3(bytes, 0, found);
  if (latin1(await bytes.peek(end, 4)) === 'fLaC') await readFlac(bytes, end, found);
}
