#!/usr/bin/env node
import { isNodeNew } from './is-node-new.ts';

// An older Node fails at the import of node:sqlite, before any statement of ours.
if (isNodeNew('staking-agent-mcp')) await import('./run-mcp.ts');
else process.exitCode = 2;
