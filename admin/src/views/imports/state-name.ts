import { t } from '../../texts.ts'
import type { Import } from './imports-api.ts'

const names: Readonly<Record<Import['state'], () => string>> = {
  waiting: () => t('waiting'),
  running: () => t('running'),
  done: () => t('done'),
  failed: () => t('failed'),
  undoing: () => t('being undone'),
  undone: () => t('undone'),
}

/** The name of the state of an import; it has failed if no line was valid. */
export const stateName = ({ state, created, unchanged }: Import): string =>
  names[state === 'done' && created + unchanged === 0 ? 'failed' : state]()
