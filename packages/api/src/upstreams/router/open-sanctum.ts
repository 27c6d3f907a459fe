import { createRouter } from './create-router.ts';
import { createLstClient } from './lst-client.ts';
import type { OpenRouter } from './router.ts';
import { createRouterClient } from './router-client.ts';

/** Opens a router that speaks Sanctum's dialect: orders at `/swap/…`, yields at `/lsts/…`. */
export const openSanctum: OpenRouter = ({ url, apiKey }, ports, log) => {
  const client = createRouterClient(url, apiKey, ports);
  return {
    router: createRouter(client, log),
    lst: createLstClient(url, apiKey, ports),
    close: client.close,
  };
};
