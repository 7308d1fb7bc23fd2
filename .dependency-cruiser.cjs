// The directions of imports: the same word names a feature in every layer, and every arrow points at the contract
// (docs/decisions/0004-check-the-directions-between-modules.md).
const OURS = '^(assets|cli|contract|web|worker|room|party|db|scripts|tests)/';
const CONTRACT = '^contract/';

/** What a folder may use of ours besides itself. */
const onlyOurs = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: OURS, pathNot: [from, ...allowed] },
});

/** What a folder may use of npm and of the platform. */
const onlyPackages = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown', 'core'], pathNot: allowed },
});

const forbid = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    onlyOurs('contract-knows-nobody', CONTRACT, [], 'Both sides of the border read the contract, so it may know neither.'),
    onlyPackages(
      'contract-only-valibot',
      CONTRACT,
      ['node_modules/valibot/'],
      'The contract is in every bundle: valibot and itself, nothing else.',
    ),
    onlyOurs(
      'web-sees-only-the-contract',
      '^web/',
      [CONTRACT, '^assets/.+\\.(webp|png|jpg|mp4|svg)$', '^assets/town/lights\\.json$'],
      'What the page knows of the server stands in the contract; all else may change unseen.',
    ),
    onlyOurs(
      'party-sees-only-room-and-contract',
      '^party/',
      ['^room/', CONTRACT],
      'The host is thin and replaceable; it knows the rules of a room and the shapes of its events.',
    ),
    onlyPackages('party-only-partykit', '^party/', ['node_modules/(partykit|valibot)/'], 'The host wraps PartyKit and nothing else.'),
    onlyOurs(
      'room-sees-only-the-contract',
      '^room/',
      [CONTRACT],
      "A room's rules know no host, no database and no page: events in, effects out.",
    ),
    onlyPackages(
      'room-only-valibot',
      '^room/',
      ['node_modules/valibot/'],
      "A room's rules run under any host: no package but valibot, no Node.",
    ),
    onlyOurs(
      'worker-never-web-or-party',
      '^worker/',
      ['^room/', '^db/', CONTRACT],
      'The API serves any client and any rooms; it signs with room/ and asks db/.',
    ),
    onlyOurs(
      'db-knows-nobody',
      '^db/(?!demo/|setup/)',
      [],
      'Queries take a database and plain values and give plain rows; rules live in the Worker.',
    ),
    onlyOurs(
      'demo-and-migrations-of-db',
      '^db/(demo|setup)/',
      ['^db/', CONTRACT, '^assets/portraits/pool/'],
      'The demo members are made of rows; they know the shapes, not the site.',
    ),
    forbid(
      'sql-only-in-db',
      { path: '^(assets|cli|web|worker|room|party|scripts)/' },
      { path: 'node_modules/(drizzle-orm|@libsql)/' },
      'All SQL is in db/, where its indexes and batches are seen together.',
    ),
    forbid(
      'hono-only-at-the-edge',
      { path: '^worker/', pathNot: '^worker/(app\\.tsx?$|http/|features/[^/]+/(routes|serve-[^/]+)\\.tsx?$|development/)' },
      { path: 'node_modules/hono/' },
      'Rules and use-cases know no HTTP: hono stays in app.ts, http/, routes.ts, serve-*.ts and development/.',
    ),
    forbid(
      'worker-features-stand-alone',
      { path: '^worker/features/([^/]+)/' },
      { path: '^worker/features/', pathNot: '^worker/features/$1/' },
      'A rule that two features share belongs in worker/domain.',
    ),
    forbid(
      'domain-knows-no-edge',
      { path: '^worker/(lib|config|i18n|domain|mail|platform|delivery|rooms)/' },
      { path: '^worker/(features|http)/|^worker/app\\.' },
      'Rules and the outside world are used by features, never the other way round.',
    ),
    forbid(
      'only-screens-compose-features',
      { path: '^web/features/([^/]+)/', pathNot: '-screen\\.tsx$' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
      'What features share belongs in web/cards, web/ui or web/api; only a screen puts features together.',
    ),
    forbid(
      'screens-only-in-the-route-table',
      { path: '^web/', pathNot: '^web/app/routes/(routes\\.tsx|lander-screens\\.ts)$' },
      { path: '^web/(features|landers)/.*-screen\\.tsx$' },
      'A screen is a page; the route table alone says where it is shown.',
    ),
    forbid(
      'page-parts-below-features',
      { path: '^web/(ui|api|realtime|i18n|pwa|session|cards|offline|platform)/' },
      { path: '^web/(features|app)/' },
      'What every feature stands on may not lean on one of them.',
    ),
    forbid(
      'features-below-app',
      { path: '^web/(features|landers)/' },
      { path: '^web/app/' },
      'web/app composes the features; they do not know it.',
    ),
    onlyOurs(
      'session-below-cards-and-ui',
      '^web/session/',
      ['^web/(api|boot|i18n|offline|platform)/', CONTRACT],
      'Everyone may ask web/session, so it asks nobody but the call, the language and storage.',
    ),
    onlyOurs(
      'offline-knows-nobody',
      '^web/offline/',
      ['^web/platform/', CONTRACT],
      'Storage is the ground that pages and the service worker stand on.',
    ),
    onlyOurs(
      'platform-knows-nobody',
      '^web/platform/',
      [CONTRACT],
      'What stands between the page and its browser knows nothing of the page.',
    ),
    onlyOurs('boot-knows-nobody', '^web/boot/', [CONTRACT], 'What came with the page is there before all else of it.'),
    onlyOurs(
      'call-knows-no-session',
      '^web/api/',
      ['^web/(boot|i18n|platform)/', CONTRACT],
      'Calls, and answers that several features share, know the page they are made on, not who makes them.',
    ),
    onlyOurs('texts-below-the-call', '^web/i18n/', ['^web/(boot|locales|platform)/', CONTRACT], 'Everything that speaks stands on i18n.'),
    onlyOurs(
      'service-worker-alone',
      '^web/pwa/service-worker/',
      ['^web/pwa/[^/]+$', '^web/(api|offline|platform|locales)/', CONTRACT],
      'The service worker has no page: no session, no screen.',
    ),
    forbid(
      'databases-only-by-offline',
      { path: '^web/', pathNot: '^web/offline/' },
      { path: 'node_modules/idb-keyval', dependencyTypesNot: ['type-only'] },
      'web/offline opens every database, so that none is waited for without an end.',
    ),
    onlyOurs(
      'cards-of-small-parts',
      '^web/cards/',
      ['^web/(ui|api|session|i18n|offline|platform)/', CONTRACT],
      'Cards are shown on many screens: they are made of parts every screen has.',
    ),
    forbid('ui-below-cards', { path: '^web/ui/' }, { path: '^web/(realtime|cards|pwa)/' }, 'ui/ draws what it is given.'),
    onlyOurs(
      'desk-of-small-parts',
      '^web/desk/',
      ['^web/(ui|api|i18n|boot|platform|session)/', '^web/locales/(en|nl)/cases\\.json$', CONTRACT],
      'The desk shares buttons, fields and calls with the page, and the words of a decision that it previews; nothing else of a member.',
    ),
    forbid('desk-apart', { path: '^web/(?!desk/)' }, { path: '^web/desk/' }, "No code of the operators' desk is in what a member loads."),
    forbid(
      'passkeys-only-at-the-desk',
      { path: '^(web|contract)/', pathNot: '^web/desk/' },
      { path: 'node_modules/@simplewebauthn/browser' },
      'Only operators have passkeys.',
    ),
    forbid(
      'developer-pages-apart',
      { path: '^web/(?!development/)' },
      { path: '^web/development/' },
      'The developer pages show the parts of the site; the site, which goes to production, knows nothing of them.',
    ),
    forbid(
      'development-of-the-worker-apart',
      { path: '^worker/', pathNot: '^worker/(app\\.tsx?$|development/|platform/payments/provider-registry\\.ts$)' },
      { path: '^worker/development/' },
      'What only development has is asked for behind __DEVELOPMENT__, so that production has not even its code.',
    ),
    forbid(
      'build-only-by-vite',
      { path: '^web/', pathNot: '^web/(build/|vite\\.config\\.ts$)' },
      { path: '^web/build/' },
      'web/build runs when the page is built, not in it.',
    ),
    forbid(
      'no-node-in-the-page',
      { path: '^web/', pathNot: '^web/(build/|vite\\.config\\.ts$)' },
      { dependencyTypes: ['core'] },
      'A browser has no Node.',
    ),
    forbid('no-cycles', {}, { circular: true }, 'Modules in a circle can only be understood all at once.'),
    {
      name: 'no-folder-circles',
      comment: 'Of two folders, with all below them, one stands on the other: folders in a circle can only be moved together.',
      severity: 'error',
      scope: 'folder',
      from: { path: OURS },
      to: { path: OURS, circular: true },
    },
    forbid(
      'no-orphans',
      { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^scripts/[^/]+$', '^\\.', '\\.json$', '^tests/bench/baseline/'] },
      {},
      'Nobody uses this module and it uses nobody: delete it.',
    ),
    forbid(
      'resolvable',
      { path: OURS },
      { couldNotResolve: true, pathNot: ['^cloudflare:', '^virtual:', '[.]css$', '[.]svg', '[.]woff2', '[.]webp'] },
      'This import leads nowhere.',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.node.json' },
    includeOnly: {
      path: [
        ...['assets', 'cli', 'contract', 'web', 'worker', 'room', 'party', 'db', 'scripts', 'tests'].map((name) => `^${name}/`),
        '^[\\w.-]+\\.ts$',
        'node_modules',
        '^node:',
        '^[a-z_/]+$',
      ],
    },
    exclude: { path: '^(dist|\\.data|\\.shots|\\.wrangler|\\.partykit)/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'workerd', 'worker', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
