export { createNoactControl, createReferenceControl, playReference } from './controls.ts';
