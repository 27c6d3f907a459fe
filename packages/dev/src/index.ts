export { createWallet, type Wallet } from './create-wallet.ts';
export { findFreePort, isPortFree } from './find-free-port.ts';
export { runDemo } from './run-demo.ts';
export { SANDBOX_DEPLOYMENT, sandboxEnvironment } from './sandbox-environment.ts';
export { startLaptop } from './start-laptop.ts';
export { type ServiceClock, startWorld, type World } from './start-world.ts';
