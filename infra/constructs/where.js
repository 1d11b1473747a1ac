// Responds with the country that CloudFront finds for the viewer's address: two letters, or nothing if it finds none.
function handler(event) {
  var country = event.request.headers['cloudfront-viewer-country'];
  return {
    statusCode: 200,
    statusDescription: 'OK',
    headers: { 'content-type': { value: 'text/plain' }, 'cache-control': { value: 'no-store' } },
    body: { encoding: 'text', data: country ? country.value : '' },
  };
}
