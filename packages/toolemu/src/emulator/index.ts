export { createOfflineEmulator } from './offline.ts';
