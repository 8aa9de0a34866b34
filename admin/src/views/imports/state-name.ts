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

/** How far an import has come, in a word; one of which no line was good has failed. */
export const stateName = ({ state, created, unchanged }: Import): string =>
  names[state === 'done' && created + unchanged === 0 ? 'failed' : state]()
