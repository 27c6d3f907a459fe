export { answerHttp, type HttpPorts } from './answer-http.ts';
export { createServer, type ExtraTool, type ToolPorts } from './create-server.ts';
