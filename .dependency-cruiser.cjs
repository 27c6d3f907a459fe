/*
 * Which part of the project may import which. `npm run lint` holds all of packages to it (scripts/check-imports.ts).
 * Views in TSX are not read, because the parser knows none; biome.json has the rule of packages/console.
 */

const NOT_SOURCE = '\\.(test|world|types)\\.ts$';
const PACKAGES = '^packages/[^/]+/|^@staking-agent/';

/** What the sources of a package may import beside themselves and Node. A library is named, or any may be imported. */
const MAY_IMPORT = {
  wire: { libraries: ['typebox'], isOfBrowsers: true },
  chain: { libraries: ['@scure/base', '@solana/kit', '@solana-program/[^/]+', 'sodium-native'] },
  verify: { libraries: [], isOfBrowsers: true },
  sdk: { packages: ['wire/src/(assets|light)\\.ts', 'verify/'], libraries: ['@solana/kit'] },
  mcp: { packages: ['sdk/', 'wire/'] },
  cli: { packages: ['mcp/', 'sdk/', 'verify/', 'wire/'] },
  // The console writes the requests of the reference, names the strategies, and has the forms of pages.
  site: { packages: ['wire/', 'console/src/(pages|state/snippets|words/strategies)'] },
  console: { packages: ['sdk/', 'verify/', 'wire/src/(assets|light)\\.ts'] },
  conformance: { packages: ['sdk/', 'verify/', 'wire/'] },
  api: { packages: ['wire/', 'chain/', 'verify/', 'site/', 'console/', 'mcp/'] },
  sandbox: { packages: ['chain/'] },
  dev: { packages: ['api/', 'sandbox/', 'chain/', 'wire/'] },
  'test-postgres': {},
};

/** Rooms of packages/api/src, the lowest floor first. A room imports rooms of lower floors only. */
const FLOORS = [
  ['runtime'],
  ['problems'],
  ['store', 'upstreams'],
  ['yields'],
  ['builds'],
  ['sending', 'attribution'],
  ['strategies'],
  ['answers', 'history'],
  ['routes'],
  ['http', 'operator'],
  ['config'],
];
const ROOMS = FLOORS.flat();

/** The sandbox's layers, the lowest first. A layer imports none above it. */
const LAYERS = ['vm', 'programs', 'world', '(rpc|stand-ins|control)'];

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).flatMap(([name, may]) => ofPackage(name, may)),
    ...FLOORS.flatMap((rooms, floor) => rooms.map((room) => ofRoom(room, FLOORS.slice(0, floor).flat()))),
    {
      ...rule('only the files beside the rooms know all services'),
      from: { path: '^packages/api/src/[^/]+/', pathNot: NOT_SOURCE },
      to: { path: '^packages/api/src/[^/]+\\.ts$', pathNot: '/index\\.ts$' },
    },
    {
      ...rule('every room of packages/api/src has a floor'),
      from: {},
      to: { path: '^packages/api/src/[^/]+/', pathNot: `^packages/api/src/(${ROOMS.join('|')})/` },
    },
    {
      ...rule('routes and HTTP know neither Solana nor upstreams'),
      from: { path: '^packages/api/src/(routes|http)/', pathNot: NOT_SOURCE },
      to: { path: 'node_modules/@solana/|^packages/(chain|api/src/upstreams)/' },
    },
    {
      ...rule('the sandbox plays the upstreams and does not know the service, nor do its tests'),
      from: { path: '^packages/sandbox/' },
      to: { path: '^packages/(api|wire)/' },
    },
    ...LAYERS.slice(0, -1).map((layer, i) => ({
      ...rule(`${layer} of the sandbox knows no layer above it`),
      from: { path: `^packages/sandbox/src/${layer}/` },
      to: { path: `^packages/sandbox/src/(${LAYERS.slice(i + 1).join('|')})/` },
    })),
    {
      ...rule('only tests import a server for tests, the simulation and other tests'),
      from: { path: '^packages/[^/]+/src/', pathNot: [NOT_SOURCE, '^packages/(test-postgres|simulation)/'] },
      to: { path: ['^packages/(test-postgres|simulation)/', NOT_SOURCE], pathNot: '\\.types\\.ts$' },
    },
  ],
  options: {
    // TypeScript 7 has no API; the parser of swc strips types only after imports of types were counted.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.tsx$|/generated/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@staking-agent/source', 'import', 'node', 'default'],
    },
  },
};

function ofPackage(name, { packages = [], libraries, isOfBrowsers = false }) {
  const own = `^packages/${name}/`;
  const known = packages.map((each) => `^packages/${each}`);
  const named = libraries?.map((each) => `node_modules/${each}/`);
  // Types of others may be named where they only check ours; commands of a package run on Node.
  const from = { path: `${own}src/`, pathNot: [NOT_SOURCE, `${own}src/bin/`] };
  return [
    {
      ...rule(`${name} imports only the packages that it may`),
      from: { path: own, pathNot: `${own}(test|scripts)/|${NOT_SOURCE}` },
      to: { path: PACKAGES, pathNot: [own, ...known] },
    },
    ...(named === undefined
      ? []
      : [
          {
            ...rule(`${name} imports only the libraries that it may`),
            from,
            to: {
              path: '',
              pathNot: ['^packages/', ...named],
              ...(isOfBrowsers ? {} : { dependencyTypesNot: ['core'] }),
            },
          },
        ]),
  ];
}

function ofRoom(room, lower) {
  const below = [room, ...lower].map((each) => `${each}/`);
  return {
    ...rule(`${room} imports only rooms below it`),
    from: { path: `^packages/api/src/${room}/`, pathNot: NOT_SOURCE },
    to: {
      path: `^packages/api/src/(${ROOMS.join('|')})/`,
      pathNot: `^packages/api/src/(${below.join('|')})`,
    },
  };
}

function rule(name) {
  return { name: name.replaceAll(/[^\w]+/g, '-'), comment: name, severity: 'error' };
}
