import type { TracingSettings } from '../runtime/open-telemetry.ts';

/** The variables of OpenTelemetry that are read; names and forms are its own. */
type OpenTelemetryVariables = {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: string;
};

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})=([\x21-\x7e][\x20-\x7e]*)$/;

/**
 * Reads where traces go, from the variables that OpenTelemetry has names for.
 *
 * @returns undefined where they go nowhere.
 * @throws {Error} as the end of a sentence; never with a value, which may be secret.
 */
export function parseTracing(env: OpenTelemetryVariables): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('must be the http or https URL of a collector, such as http://127.0.0.1:4318');
  }
  return {
    endpoint,
    headers: parseHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: Number(env.OTEL_TRACES_SAMPLER_ARG),
  };
}

function parseHeaders(text: string): Readonly<Record<string, string>> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = FIELD.exec(entry.trim()) ?? [];
      if (name === undefined || value === undefined) {
        throw new Error('needs OTEL_EXPORTER_OTLP_HEADERS of the form name=value, comma-separated');
      }
      return [name, decode(value)];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Error('needs OTEL_EXPORTER_OTLP_HEADERS whose % signs begin an escape');
  }
}
