// Configures relayed servers on a bench gateway.

/**
 * Makes the gateway relay to a server.
 * @param {import('./gateway-session.mjs').Session} gateway @param {string} id @param {string} baseUrl base URL of its Job API
 */
export async function relayTo({ ask }, id, baseUrl) {
  const surface = {
    id,
    name: id,
    color: 'blue',
    kind: 'self-hosted',
    baseUrl,
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
  };
  const { status, text } = await ask('PUT', `/console/surfaces/${id}`, { surface, credential: 'key' });
  if (status !== 200) throw new Error(`The server was not stored: ${text}`);
}
