// Starts the explorer of the interface.
window.addEventListener('DOMContentLoaded', () => {
  const home = document.getElementById('explorer')
  window.SwaggerUIBundle({
    domNode: home,
    url: home.dataset.description,
    deepLinking: true,
    docExpansion: 'list',
    tryItOutEnabled: true,
    persistAuthorization: false,
    // Nobody else is asked whether the description is valid.
    validatorUrl: null,
  })
})
