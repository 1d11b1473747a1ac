// A path of the application has no extension: all of them are the one page.
function handler(event) {
  var request = event.request;
  if (request.uri.lastIndexOf('.') <= request.uri.lastIndexOf('/')) request.uri = '/index.html';
  return request;
}
