package io.hamstring.recovery.processing;

import io.hamstring.contract.records.AuditRecord.Disposition;

/**
 * A record that ends without an output, by a rule of the stage.
 *
 * @param disposition FILTERED, INVALID or DELIVERED
 * @param rule short and stable, such as {@code src_ip: IpAddress}; it becomes a metric label
 */
public record Disposal(InputRecord record, Disposition disposition, String rule) {}
