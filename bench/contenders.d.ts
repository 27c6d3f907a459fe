// What the bench uses of packages that only `npm run bench` installs, so that `npm run types` needs none of them.

declare module 'express' {
  type Request = {
    readonly body: {
      readonly strategy?: unknown;
      readonly wallet?: unknown;
      readonly amount?: unknown;
    };
  };
  type Response = { status(code: number): Response; json(body: object): void };
  type Handler = (request: Request, response: Response) => void;
  type Application = {
    use(middleware: unknown): void;
    post(path: string, handler: Handler): void;
    listen(port: number, host: string, onListening: () => void): import('node:http').Server;
  };
  const express: { (): Application; json(): unknown };
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default express;
}
