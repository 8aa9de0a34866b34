/** Suites that ask a calendar through HTTP or run commands, and so know nothing of its database: they run on both databases. */
export const onBothDatabases = [
  'tests/accounts/**',
  'tests/changes/**',
  'tests/conformance/{answers,interface}.*',
  'tests/contract/**',
  'tests/feeds/{calendar,places,rfc-5545,series,syndication,time-zones}.*',
  'tests/import/{export,flaws,keep-ids,sources}.*',
  'tests/policy/matrix.*',
  'tests/submit/**',
  'tests/web/{addresses,calendar-statements,canary,filter-counts,month,pages,structured-data,tec-addresses}.*',
]

/** More of them, which `npm test` runs on SQLite alone. */
export const onBothInTheLongRun = [
  'tests/admin/{calendar,events,first-run,history,images,import,kept,people,places,recurrence,review,rights,terms}.long.*',
  'tests/cli/{backup,check,import,import-flaws,import-ids,interrupted-import,users}.*',
  'tests/conformance/replay.*',
  'tests/feeds/{long,memory}.*',
  'tests/http/{bad-input,limits}.*',
  'tests/jobs/**',
  'tests/import/{hostile,keep-ids-faults,keep-ids-of-sources,links,odd-lines,remote,sources-trouble}.*',
  'tests/properties/{adapter-fuzz,cursor,fuzz,lists,people-fuzz,round-trip,search,series-model,slugs}.*',
  'tests/web/{hours,lines,screen}.*',
]

/** Long tests that every submission runs: with the short ones, less than twenty minutes on two cores. */
export const inEverySubmission = [
  'tests/admin/{events,first-run,review}.*',
  'tests/cli/{backup,check,copy,import,import-flaws,restore,settings,start-faults,usage}.*',
  'tests/{db,scripts}/**',
  'tests/durability/{commit-cut,kill}.*',
  'tests/feeds/memory.*',
  'tests/import/{hostile,keep-ids-faults,keep-ids-of-sources,mutated,sources-trouble}.*',
  // The full lengths of tests that have a short form are left for test:all: npm test runs the short forms. So are the broken policies, which
  // prove the policy matrix rather than the policy.
  'tests/properties/{adapter-fuzz,own-fuzz,people-fuzz}.*',
  'tests/sql/postgres-plans.*',
  'tests/submit/browser.*',
]

/** Of these, which ask through the interface that the short tests prove on both databases, a submission runs the long ones on SQLite alone. */
export const onSqliteInEverySubmission = [
  'tests/admin/**',
  'tests/cli/{check,import,import-flaws}.*',
  'tests/feeds/**',
  'tests/import/{keep-ids-of-sources,sources-trouble}.*',
  'tests/properties/**',
  'tests/submit/**',
]

/** Tests that choose by chance what they try (`tests/support/seed.ts`). */
export const byChance = [
  'tests/properties/**',
  'tests/{changes/mirror,feeds/memory,import/mutated,sql/derived}.*',
  'tests/{db/search-block,lib/date-text,lib/sanitize,lib/time-zone}.*',
]

/** Suites of which several share a process, because loading the program takes longer than most of them. They leave nothing behind in it. */
export const inOneProcess = ['tests/{accounts,changes,contract,db,feeds,http,import,jobs,lib,media,submit,web}/**']
