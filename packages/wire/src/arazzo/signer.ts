import { MEDIA_TYPES } from '../headers.ts';
import type { Json } from '../openapi/schemas.ts';

/** The one operation of a signer. */
export const SIGN_OPERATION_ID = 'sign';

const TEXT = { type: 'string' } as const;

/**
 * Prints the OpenAPI document of the signer that workflows call: a program of the caller, with the caller's key.
 *
 * Its server is the local sandbox, which can sign; elsewhere, callers provide a signer of their own.
 *
 * @param sandboxUrl - where the sandbox of the deployment is controlled, with its path.
 */
export function printSignerApi(sandboxUrl = 'http://127.0.0.1:8899/sandbox'): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Signer',
      version: '1',
      description:
        "What signs for the workflows: a program of the caller's own, with the caller's key. No deployment has one; the sandbox does.",
      contact: { name: 'Whoever runs it' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: sandboxUrl, description: 'The sandbox on this machine' }],
    security: [],
    paths: {
      '/sign': {
        post: {
          operationId: SIGN_OPERATION_ID,
          summary: 'Sign a transaction',
          description: 'Signs in the slot of the wallet, and changes nothing else.',
          tags: ['signer'],
          requestBody: {
            required: true,
            content: {
              [MEDIA_TYPES.json]: {
                schema: closed({
                  wallet: { ...TEXT, description: 'Base58 address of the wallet.' },
                  transaction: { ...TEXT, description: 'Base64 of the transaction to sign.' },
                }),
              },
            },
          },
          responses: {
            '200': {
              description: 'Signed',
              content: {
                [MEDIA_TYPES.json]: {
                  schema: closed({
                    signed_tx: { ...TEXT, description: 'Base64 of the signed transaction.' },
                    signature: { ...TEXT, description: 'Its first signature, base58.' },
                  }),
                },
              },
            },
            '400': { description: 'The wallet does not sign this' },
          },
        },
      },
    },
    tags: [{ name: 'signer', description: 'What signs' }],
  };
}

function closed(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
