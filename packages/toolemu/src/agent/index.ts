export { createNoactControl, createReferenceControl, playReference } from './controls.ts';
export { type Codec, createDialogueAgent } from './dialogue.ts';
export { reactCodec } from './react.ts';
export { toolsCodec } from './tools.ts';
