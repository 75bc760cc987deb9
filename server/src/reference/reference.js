// Shows the description of this instance. Everything comes from its own origin: no validator, no fonts, no analytics.
SwaggerUIBundle({
  url: new URL('../api/v1/openapi.json', location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'model',
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  showExtensions: false,
  tryItOutEnabled: false,
  validatorUrl: null,
});
