import { type AccentOn, deriveAccent } from '../../../../src/lib/accent.ts'
import { formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { ControlProps } from '../../ui/form.tsx'

/** The colour of pages without one of their own. */
const usual = '#8c2f1b'

/** A colour as `#rrggbb`; undefined for what is none. */
const readColor = (text: string): string | undefined => {
  const color = text.trim().toLowerCase()
  return /^#[0-9a-f]{6}$/.test(color) ? color : undefined
}

/** The colour of links and buttons: picked or typed, with what pages make of it so that it can be read. */
export const AccentField = ({ label, hint, value, error, fixedBy, onValue }: ControlProps<string>) => {
  const color = readColor(value)
  const derived = color && deriveAccent(color)
  return (
    <Field label={label} hint={fixedBy ?? hint} error={error}>
      {(control) => (
        <>
          <div class="accent">
            <input
              type="color"
              aria-label={t('Pick a colour')}
              value={color ?? usual}
              disabled={fixedBy !== undefined}
              onInput={({ currentTarget }) => onValue(currentTarget.value)}
            />
            <input
              {...control}
              type="text"
              placeholder={usual}
              autocomplete="off"
              spellcheck={false}
              value={value}
              readOnly={fixedBy !== undefined}
              onInput={({ currentTarget }) => onValue(currentTarget.value)}
            />
            {value !== '' && fixedBy === undefined && (
              <Button kind="quiet" onClick={() => onValue('')}>
                {t('Usual colour')}
              </Button>
            )}
          </div>
          {derived && (
            <ul class="contrasts" aria-live="polite">
              <Contrast on={derived.light} ground="#ffffff" text={sayLight(derived.light)} />
              <Contrast on={derived.dark} ground="#131417" text={sayDark(derived.dark)} />
            </ul>
          )}
          {derived && !isReadable(derived.light) && fixedBy === undefined && (
            <div>
              <Button onClick={() => onValue(derived.light.accent)}>
                <Sample color={derived.light.accent} />
                {t('Use the readable shade {color}', { color: derived.light.accent })}
              </Button>
            </div>
          )}
        </>
      )}
    </Field>
  )
}

/** What small text needs (WCAG 2.2, 1.4.3). */
const isReadable = ({ contrast }: AccentOn): boolean => contrast >= 4.5

/** A ratio never looks better than it is. */
const ratioOf = ({ contrast }: AccentOn): string => formatNumber(Math.floor(contrast * 10) / 10)

const sayLight = (on: AccentOn): string =>
  isReadable(on)
    ? t('Light pages: contrast {ratio}:1 – good for text', { ratio: ratioOf(on) })
    : t('Light pages: contrast {ratio}:1 – too weak for text, so pages show {color}', {
        ratio: ratioOf(on),
        color: on.accent,
      })

const sayDark = (on: AccentOn): string =>
  isReadable(on)
    ? t('Dark pages: contrast {ratio}:1 – good for text', { ratio: ratioOf(on) })
    : t('Dark pages: contrast {ratio}:1 – too weak for text, so pages show {color}', {
        ratio: ratioOf(on),
        color: on.accent,
      })

const Contrast = ({
  on: { accent, onAccent },
  ground,
  text,
}: {
  readonly on: AccentOn
  readonly ground: string
  readonly text: string
}) => (
  <li>
    <svg class="letters" viewBox="0 0 56 28" aria-hidden="true">
      <rect width="56" height="28" rx="5" fill={ground} />
      <text x="14" y="19" fill={accent}>
        Aa
      </text>
      <rect x="29" y="4" width="23" height="20" rx="4" fill={accent} />
      <text x="40.5" y="19" fill={onAccent}>
        Aa
      </text>
    </svg>
    <span>{text}</span>
  </li>
)

const Sample = ({ color }: { readonly color: string }) => (
  <svg class="dot" viewBox="0 0 2 2" aria-hidden="true">
    <circle cx="1" cy="1" r="1" fill={color} />
  </svg>
)
