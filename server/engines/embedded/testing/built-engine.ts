import { buildChild } from '../../../processes/testing/build-child';

export const buildEngine = () => buildChild('embedded-engine', 'server/engines/embedded/child.ts');
