/**
 * Deployments as processes of this machine: what the controllers and the kubelet of a cluster do,
 * for containers that are started as plain processes. A process has no file system of its own, so
 * every path of a mount in its environment and arguments is replaced by the folder that stands for
 * it; and no network of its own, so each pod has a loopback address to itself.
 */
package io.hamstring.samples.kubelet;
