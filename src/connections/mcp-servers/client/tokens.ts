/** An access token and which one it is of those that its connection has had. */
export interface AccessToken {
  readonly token: string;
  readonly version: number;
}

/** Where the access tokens of a connection come from. */
export interface TokenSource {
  /**
   * A token that is good as far as is known. `rejectedVersion` names one that the server refused. Throws ReconnectNeeded
   * where a person must authorize anew.
   */
  fresh(rejectedVersion?: number): Promise<AccessToken>;
}
