"""All faults, each with its name, the requirement that it breaks, and a description. Their author had read only the contract."""

from faults_bodies import BODY_FAULTS
from faults_calls import CALL_FAULTS
from faults_http import HTTP_FAULTS
from faults_life import LIFE_FAULTS
from faults_second_order import SECOND_ORDER_FAULTS

FAULTS: dict[str, tuple[str, str]] = {**HTTP_FAULTS, **BODY_FAULTS, **LIFE_FAULTS, **CALL_FAULTS, **SECOND_ORDER_FAULTS}
