package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A line of a watch.
 *
 * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
 */
record WatchEvent(String type, ObjectNode object) {}
