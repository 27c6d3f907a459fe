export { runDemo } from './demo.ts';
export { findFreePort, startLaptop } from './start-laptop.ts';
export {
  createWallet,
  SANDBOX_DEPLOYMENT,
  type ServiceClock,
  sandboxEnvironment,
  startWorld,
  type Wallet,
  type World,
} from './start-world.ts';
