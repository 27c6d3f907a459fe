export { answerHttp, createServer, type ExtraTool, type HttpPorts, type ToolPorts } from './server.ts';
