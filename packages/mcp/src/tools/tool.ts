import type { OperationId } from '@staking-agent/wire';

/** A tool that calls one operation. */
export type ToolDefinition = {
  /** In snake case, as agents know it. */
  readonly name: string;
  readonly operation: OperationId;
  readonly title: string;
  /** What it is for, when not, and which tool comes next. */
  readonly description: string;
  /** Whether it moves money, which only the tool that submits does. */
  readonly moves?: true;
};
