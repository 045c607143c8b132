"""Reads 50 records or for 50 ms, writes them turned over in one transaction, again and again."""
import signal
import sys

from confluent_kafka import Consumer, Producer

servers, source, target, group = sys.argv[1:]
running = True


def stop(*_):
    global running
    running = False


signal.signal(signal.SIGTERM, stop)
table = bytes(i ^ 0x5A for i in range(256))
consumer = Consumer({
    "bootstrap.servers": servers, "group.id": group, "enable.auto.commit": False,
    "auto.offset.reset": "earliest", "isolation.level": "read_committed",
    "partition.assignment.strategy": "cooperative-sticky"})
consumer.subscribe([source])
producer = Producer({"bootstrap.servers": servers, "transactional.id": group})
producer.init_transactions()
while running:
    records = [r for r in consumer.consume(50, 0.05) if r.error() is None]
    if not records:
        continue
    producer.begin_transaction()
    for r in records:
        producer.produce(target, value=r.value().translate(table), key=r.key())
    producer.send_offsets_to_transaction(
        consumer.position(consumer.assignment()), consumer.consumer_group_metadata())
    producer.commit_transaction()
consumer.close()
