export { SurfaceColorMark } from '@/shared/surface-color';
