export { createAdversarialEmulator, createStandardEmulator } from './create-emulator.ts';
export { createOfflineEmulator } from './offline.ts';
