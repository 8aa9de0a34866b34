import { useEffect } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, fromServer, t } from '../../texts.ts'
import { LoadedState } from '../../ui/state.tsx'
import { RunDetails } from '../imports/run-details.tsx'
import { stateName } from '../imports/state-name.ts'
import { listRuns, type Source } from './sources-api.ts'

/** The last runs of a source, and what came of each. */
export const SourceRuns = ({ source }: { readonly source: Source }) => {
  const { id, name, state, is_running, next } = source
  const loaded = useLoaded(String(id), () => listRuns(id))
  // Each of them changes when a run begins or ends.
  useEffect(loaded.reload, [state, is_running, next])
  return (
    <section class="card stack" aria-label={t('Runs of {name}', { name })}>
      <h2 class="file-title">{t('Runs of {name}', { name })}</h2>
      <LoadedState
        loaded={loaded}
        isEmpty={(runs) => runs.length === 0}
        empty={<p>{t('It has not been read yet.')}</p>}
      >
        {(runs) =>
          runs.map((run, at) => (
            <details key={run.id} open={at === 0}>
              <summary>
                {run.started && formatInstant(run.started)} <span class="badge">{stateName(run)}</span>{' '}
                {fromServer(run.message)}
              </summary>
              <div class="stack">
                <RunDetails run={run} />
              </div>
            </details>
          ))
        }
      </LoadedState>
    </section>
  )
}
