export { CLOCK_ADDRESS, type Clock, decodeClock } from './clock.ts';
