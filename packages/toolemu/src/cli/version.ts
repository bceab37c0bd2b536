export { version } from '../platform/version.ts';
