import { isGrpcServiceError } from '@temporalio/client';

const NOT_FOUND = 5;

/** Whether Temporal answered that what it was asked about does not exist. */
export function isNotFound(error: unknown): boolean {
  return isGrpcServiceError(error) && error.code === NOT_FOUND;
}
