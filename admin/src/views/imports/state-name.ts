import { t } from '../../texts.ts'
import type { ImportRun } from './imports-api.ts'

const names: Readonly<Record<ImportRun['state'], () => string>> = {
  waiting: () => t('waiting'),
  running: () => t('running'),
  done: () => t('done'),
  failed: () => t('failed'),
  undoing: () => t('being undone'),
  undone: () => t('undone'),
}

/** The name of the state of an import or a run; it has failed if nothing of it was valid. */
export const stateName = ({ state, created, updated, unchanged, skipped, failed }: ImportRun): string =>
  names[state === 'done' && failed > 0 && created + updated + unchanged + skipped === 0 ? 'failed' : state]()
