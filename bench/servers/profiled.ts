import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../packages/api/src/index.ts';
import { profileWhile } from '../cpu-profile.ts';
import { tellParent } from '../tell-parent.ts';

/** This service in the environment given as the first argument; it tells on demand where its time goes. */
const [, , environment = '{}'] = process.argv;
const service = await startService(JSON.parse(environment));
process.on('message', async ({ profileSeconds }: { profileSeconds: number }) => {
  tellParent(await profileWhile(() => sleep(profileSeconds * 1_000)));
});
tellParent(service.url);
