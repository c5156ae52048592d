import { isGrpcServiceError } from '@temporalio/client';

const NOT_FOUND = 5;

/** Returns whether the error is Temporal's NOT_FOUND. */
export function isNotFound(error: unknown): boolean {
  return isGrpcServiceError(error) && error.code === NOT_FOUND;
}
