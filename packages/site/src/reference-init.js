// Shows the OpenAPI document that the page names, from this deployment only.
const element = document.querySelector('#reference');
window.SwaggerUIBundle({
  domNode: element,
  url: element.dataset.document,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  docExpansion: 'list',
  validatorUrl: null,
});
