import { type Static, Type } from 'typebox';
import { AvailableAt } from '../problems/available-at.ts';
import { closedObject } from './answer-fields.ts';

/** A call that the caller can make next, ready to send. */
export const SuggestedCall = closedObject('SuggestedCall', {
  description: Type.String({ description: 'What the call does, for people.' }),
  endpoint: Type.String({ description: 'Path, with the base path.' }),
  method: Type.Literal('POST'),
  body: Type.Object({}, { description: 'The JSON body to send.', additionalProperties: true }),
  availableAt: Type.Optional(AvailableAt),
});

/** A call that the caller can make next. */
export type SuggestedCall = Static<typeof SuggestedCall>;
