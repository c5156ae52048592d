/** An access token and its version. */
export interface AccessToken {
  readonly token: string;
  readonly version: number;
}

/** Source of access tokens. */
export interface TokenSource {
  /**
   * Returns a valid token. `rejectedVersion` is the version that the server rejected. Throws ReconnectRequiredError if
   * a user must authorize.
   */
  fresh(rejectedVersion?: number): Promise<AccessToken>;
}
