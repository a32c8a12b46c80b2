import { buildChild } from '../../../child-process/testing/build-child';

export const buildEngine = () => buildChild('embedded-engine', 'server/engines/embedded/child.ts');
