/**
 * A Kubernetes API in this process, on loopback, for running the operator without a cluster.
 *
 * <p>It speaks the real protocol to any client, kubectl included, and keeps to the API's rules
 * where an operator depends on them: server-side apply with field ownership and conflicts,
 * optimistic locking, generations, status as a subresource, finalizers, garbage collection by
 * owner, watches with selectors. It does not validate against schemas, fills in no defaults and
 * asks nobody for authority beyond one token.
 */
package io.hamstring.samples.apiserver;
