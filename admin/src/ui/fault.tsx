/** An error of a whole form, which screen readers announce. Nothing is shown without a text. */
export const Fault = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <p class="notice failed" role="alert">
      {text}
    </p>
  ) : null
