/** What went wrong with a form as a whole; screen readers say it as it comes. Nothing is shown without a text. */
export const Fault = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <p class="notice failed" role="alert">
      {text}
    </p>
  ) : null
